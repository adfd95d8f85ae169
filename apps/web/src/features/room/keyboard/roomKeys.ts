export type RoomKeyAction = 'microphone' | 'camera' | 'screen' | 'hand' | 'talk' | 'people' | 'chat' | 'layout' | 'keys'

const actions: Readonly<Record<string, RoomKeyAction>> = {
	m: 'microphone',
	v: 'camera',
	s: 'screen',
	h: 'hand',
	p: 'people',
	c: 'chat',
	l: 'layout',
	' ': 'talk',
	'?': 'keys',
}

const typed = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
/** Elements that Space presses. */
const pressed = 'button, a, summary, [role="button"], [role="switch"], [role="menuitem"]'
/** One that is closed may stay in the document. */
const overlay = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([data-closed], [hidden])'

/** The action of a key in the room; undefined while a person types or composes, or an overlay is open (ROOM-97). */
export function actionOfKey(event: KeyboardEvent): RoomKeyAction | undefined {
	if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return undefined
	const action = actions[event.key.toLowerCase()]
	const target = event.target instanceof Element ? event.target : undefined
	if (!action || target?.closest(typed) || document.querySelector(overlay)) return undefined
	// After a click with the mouse a button has the focus, too, but nobody means it.
	if (action === 'talk' && target?.closest(pressed)?.matches(':focus-visible')) return undefined
	return action
}
