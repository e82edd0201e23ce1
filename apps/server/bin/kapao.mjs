#!/usr/bin/env node
import '../../../tools/require-node.mjs'

await import('../src/kapao.ts')
