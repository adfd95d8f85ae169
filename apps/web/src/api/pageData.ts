/** A `<meta>` of the page; the server fills them in. */
export const getMetaContent = (name: string): string | undefined =>
	document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined

/** The first answers, sent along with the page; nothing where the page came without them. */
export function readBootData(): Record<string, unknown> {
	try {
		return JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as Record<string, unknown>
	} catch {
		return {}
	}
}
