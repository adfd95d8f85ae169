import type { SyntheticEvent } from 'react'

const refuse = (event: SyntheticEvent) => event.preventDefault()

/** Handlers for a field whose content may neither be pasted in nor copied out (LOGIN-15, CREATE-21). */
export const clipboardRefused = {
	onCopy: refuse,
	onCut: refuse,
	onPaste: refuse,
	onDrop: refuse,
	onDragStart: refuse,
}
