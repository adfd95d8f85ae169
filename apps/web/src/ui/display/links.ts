/** A piece of a message: a text, or a link with its address. */
export interface TextPart {
	text: string
	href?: string
}

const address = /\b(?:https?:\/\/|www\.)[^\s<>"'“”‘’「」《》，。；：！？、（）【】]+/giu
/** Belongs to the sentence, not to the address. */
const trailing = /[.,;:!?…)\]}]+$/u

function hrefOf(text: string): string | undefined {
	try {
		const url = new URL(text.startsWith('www.') ? `https://${text}` : text)
		return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') ? url.href : undefined
	} catch {
		return undefined
	}
}

/** Splits a text into texts and links to the web; nothing else becomes a link. */
export function splitLinks(text: string): TextPart[] {
	const parts: TextPart[] = []
	let from = 0
	for (const match of text.matchAll(address)) {
		const found = withoutTrailing(match[0])
		const href = hrefOf(found)
		if (href === undefined) continue
		if (match.index > from) parts.push({ text: text.slice(from, match.index) })
		parts.push({ text: found, href })
		from = match.index + found.length
	}
	if (from < text.length) parts.push({ text: text.slice(from) })
	return parts
}

/** A closing bracket stays where the address has its opening one. */
function withoutTrailing(found: string): string {
	const cut = found.replace(trailing, '')
	return cut.includes('(') && found[cut.length] === ')' ? `${cut})` : cut
}
