const everyMs = 5_000

/** The time in the phone's status bar. */
export function showClock(place: HTMLElement) {
	const show = () => {
		const now = new Date()
		place.textContent = `${now.getHours()}:${String(now.getMinutes()).padStart(2, '0')}`
	}
	show()
	window.setInterval(show, everyMs)
}
