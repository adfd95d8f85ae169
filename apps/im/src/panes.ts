/** Data a pane reports to the page that holds it. */
export interface PaneReport {
	type: 'parley-im-pane'
	/** Name of the person in the pane. */
	name: string
	/** Messages of others that came since it was loaded. */
	received: number
}

export const isPaneReport = (data: unknown): data is PaneReport =>
	typeof data === 'object' && data !== null && (data as PaneReport).type === 'parley-im-pane'

export function reportPane(name: string, received: number) {
	if (window.parent === window) return
	const report: PaneReport = { type: 'parley-im-pane', name, received }
	window.parent.postMessage(report, location.origin)
}
