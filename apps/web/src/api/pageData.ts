/** The content of a `<meta>` element, which the server fills in; undefined where it is empty. */
export const getMetaContent = (name: string): string | undefined =>
	document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined

/** The first answers, which the server puts into the HTML; empty where the page came without them. */
export function readBootData(): Record<string, unknown> {
	try {
		return JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as Record<string, unknown>
	} catch {
		return {}
	}
}
