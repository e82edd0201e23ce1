#!/usr/bin/env node
import '../../../tools/require-node.mjs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// Two thirds of a call at a terminal would be spent on compiling again. In the operator's own folder: what somebody else
// could write there would be run with the operator's rights.
module.enableCompileCache(join(homedir(), '.cache/kapao'))

await import('../src/kapao.ts')
