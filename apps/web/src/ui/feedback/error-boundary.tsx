import { Component, type ReactNode } from 'react'

type Props = {
  renderFallback: (again: () => void) => ReactNode
  /** Called once the fallback is shown. */
  onError?: (error: unknown) => void
  children: ReactNode
}
type State = { failed: boolean }

/**
 * Replaces a part that breaks with its fallback, and leaves the rest of the page alone. React offers this to classes
 * only.
 */
export class ErrorBoundary extends Component<Props, State> {
  declare state: State

  constructor(props: Props) {
    super(props)
    this.state = { failed: false }
  }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return this.props.renderFallback(() => this.setState({ failed: false }))
  }
}
