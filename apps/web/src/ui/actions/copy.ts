function copyThroughSelection(text: string): boolean {
	const area = document.createElement('textarea')
	area.value = text
	area.readOnly = true
	area.className = 'sr-only'
	document.body.append(area)
	area.select()
	const copied = document.execCommand('copy')
	area.remove()
	return copied
}

/** Puts text on the clipboard; a page without a secure context has only the old way. Says whether it worked. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text)
		return true
	} catch {
		return copyThroughSelection(text)
	}
}
