let ofScreen: string | undefined
let own: string | undefined

function show() {
	const title = own ?? ofScreen
	if (title !== undefined) document.title = title
}

/** The title of the window: that of the screen, unless what the screen shows has one of its own. */
export const windowTitle = {
	setOfScreen(title: string) {
		ofScreen = title
		show()
	},
	setOwn(title: string | undefined) {
		own = title
		show()
	},
}
