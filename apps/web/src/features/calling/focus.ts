const fields = 'textarea, select, [contenteditable=""], [contenteditable="true"], input'
const withoutText = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

/** Returns whether a person is writing, or about to: a field for text has the focus. */
export function isWriting(focused: Element | null = document.activeElement): boolean {
	const field = focused?.closest(fields)
	return field ? !(field instanceof HTMLInputElement && withoutText.includes(field.type)) : false
}

/** A dialog or sheet has the focus: nothing beside it can be reached. */
export const isInOverlay = (focused: Element | null = document.activeElement): boolean =>
	focused?.closest('[role="dialog"], [role="alertdialog"]') != null
