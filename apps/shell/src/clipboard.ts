import { element } from './element.ts'

/** Copies a text; resolves with whether it worked. Without a secure context it falls back to `execCommand`. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text)
		return true
	} catch {
		return copyBySelection(text)
	}
}

function copyBySelection(text: string): boolean {
	const field = element('textarea', { class: 'unseen', 'aria-hidden': 'true', tabindex: '-1' }, text)
	document.body.append(field)
	field.select()
	const copied = document.execCommand('copy')
	field.remove()
	return copied
}
