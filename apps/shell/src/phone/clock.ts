const intervalMs = 5_000

/** The time in the phone's status bar. */
export function startClock(element: HTMLElement) {
	const show = () => {
		const now = new Date()
		element.textContent = `${now.getHours()}:${String(now.getMinutes()).padStart(2, '0')}`
	}
	show()
	window.setInterval(show, intervalMs)
}
