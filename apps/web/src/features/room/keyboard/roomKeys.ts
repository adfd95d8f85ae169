/** The key of each action, as `KeyboardEvent.key` in lower case. The list of keys has a row for each (ROOM-97). */
export const roomKeys = {
	microphone: 'm',
	camera: 'v',
	screen: 's',
	hand: 'h',
	talk: ' ',
	people: 'p',
	chat: 'c',
	layout: 'l',
	fullscreen: 'f',
	'page-before': 'pageup',
	'page-after': 'pagedown',
	react: 'r',
	speaker: 'w',
	keys: '?',
} as const
export type RoomKeyAction = keyof typeof roomKeys

const actions = new Map(Object.entries(roomKeys).map(([action, key]) => [key as string, action as RoomKeyAction]))

/** Alt+A goes to those who wait (ROOM-142). By the place of the key: with Alt, layouts of keyboards type other characters. */
export const waitingKey = {
	shown: 'Alt+A',
	isPressed: ({ altKey, ctrlKey, metaKey, code }: KeyboardEvent): boolean =>
		altKey && !ctrlKey && !metaKey && code === 'KeyA',
} as const

const typed = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
/** Elements that Space presses. */
const pressed = 'button, a, summary, [role="button"], [role="switch"], [role="menuitem"]'
/** One that is closed may stay in the document. */
const overlay = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([data-closed], [hidden])'

/** Returns whether a key is for the room: not while a person types or composes, with a modifier, or behind an overlay (ROOM-97). */
export function isForRoom(event: KeyboardEvent): boolean {
	if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return false
	const isTyped = event.target instanceof Element && event.target.closest(typed) !== null
	return !isTyped && document.querySelector(overlay) === null
}

/** The action of a key in the room, if it has one there now. */
export function actionOfKey(event: KeyboardEvent): RoomKeyAction | undefined {
	const action = actions.get(event.key.toLowerCase())
	if (!action || !isForRoom(event)) return undefined
	const target = event.target instanceof Element ? event.target : undefined
	// A panel beside the stage is scrolled by them.
	if (action.startsWith('page') && target?.closest('aside')) return undefined
	// After a click with the mouse a button has the focus, too, but nobody means it.
	if (action === 'talk' && target?.closest(pressed)?.matches(':focus-visible')) return undefined
	return action
}
