let swiped = false

/**
 * Notes whether the browser has already moved the old page away by itself, as iOS does for a swipe back; sliding once
 * more would show the move twice.
 */
export function watchSwipes(target: Pick<Window, 'addEventListener'> = window) {
	target.addEventListener(
		'popstate',
		event => {
			swiped = (event as PopStateEvent & { hasUAVisualTransition?: boolean }).hasUAVisualTransition === true
		},
		true,
	)
}

/** Asked once a move. */
export function swipedBack(): boolean {
	const was = swiped
	swiped = false
	return was
}
