/** Query values are texts and stay texts: `012345678` keeps its zero and `false` is five letters. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
	const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
	const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
	return text === '' ? '' : `?${text}`
}
