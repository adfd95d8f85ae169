/** Time during which the frame is polled once per task after a navigation has started. */
const pollingMs = 5_000

/**
 * Calls back for every document loaded into a same-origin frame, before its scripts run where the browser allows it:
 * from `pagehide` of the old page on, the frame is checked once per task, which finds the new document before its first
 * script has been fetched. Otherwise the load event finds it.
 */
export function watchFrame(frame: HTMLIFrameElement, onDocument: (window: Window & typeof globalThis) => void) {
	let seen: Document | undefined
	let pollingUntil = 0

	function checkDocument() {
		const document = documentIn(frame)
		if (!document || document === seen || document.URL === 'about:blank') return
		seen = document
		pollingUntil = 0
		document.defaultView?.addEventListener('pagehide', pollFrame)
		if (document.defaultView) onDocument(document.defaultView)
	}

	const tasks = new MessageChannel()
	tasks.port1.onmessage = () => {
		checkDocument()
		if (Date.now() < pollingUntil) tasks.port2.postMessage(null)
	}

	function pollFrame() {
		const isPolling = Date.now() < pollingUntil
		pollingUntil = Date.now() + pollingMs
		if (!isPolling) tasks.port2.postMessage(null)
	}

	frame.addEventListener('load', checkDocument)
	return { pollFrame }
}

function documentIn(frame: HTMLIFrameElement): Document | undefined {
	try {
		return frame.contentDocument ?? undefined
	} catch {
		return undefined
	}
}
