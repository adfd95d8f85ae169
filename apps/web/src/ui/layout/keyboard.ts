/** What of a box is hidden below the part of the page that can be seen, in CSS pixels; 0 when it is in sight. */
export function hiddenBelow(box: { top: number; bottom: number }, seen: { top: number; bottom: number }): number {
	if (box.top < seen.top) return box.top - seen.top
	return Math.max(0, box.bottom - seen.bottom)
}

/** How much of the layout viewport the on-screen keyboard covers. Pinch zoom shrinks the seen part too: that is none. */
export function keyboardHeight(layoutHeight: number, seen: { height: number; offsetTop: number; scale: number }) {
	if (seen.scale > 1.01) return 0
	const covered = layoutHeight - seen.height - seen.offsetTop
	return covered > 60 ? Math.round(covered) : 0
}
