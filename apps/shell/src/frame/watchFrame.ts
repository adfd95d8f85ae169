/** How long a page is watched for as closely as the browser allows after it began to leave. */
const closelyMs = 5_000

/**
 * Tells of every document that comes into a frame of the same origin, before its own scripts run wherever the browser
 * lets us: from the moment the old page leaves, one look per task, so that we are there between the new document and
 * its first script, which has yet to be fetched. Where that fails the load event still finds it.
 */
export function watchFrame(frame: HTMLIFrameElement, onDocument: (window: Window & typeof globalThis) => void) {
	let seen: Document | undefined
	let closelyUntil = 0

	function look() {
		const document = documentIn(frame)
		if (!document || document === seen || document.URL === 'about:blank') return
		seen = document
		closelyUntil = 0
		document.defaultView?.addEventListener('pagehide', lookClosely)
		if (document.defaultView) onDocument(document.defaultView)
	}

	const tasks = new MessageChannel()
	tasks.port1.onmessage = () => {
		look()
		if (Date.now() < closelyUntil) tasks.port2.postMessage(null)
	}

	function lookClosely() {
		const isLooking = Date.now() < closelyUntil
		closelyUntil = Date.now() + closelyMs
		if (!isLooking) tasks.port2.postMessage(null)
	}

	frame.addEventListener('load', look)
	return { lookClosely }
}

function documentIn(frame: HTMLIFrameElement): Document | undefined {
	try {
		return frame.contentDocument ?? undefined
	} catch {
		return undefined
	}
}
