export function scrollToTop() {
	const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
	window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
}
