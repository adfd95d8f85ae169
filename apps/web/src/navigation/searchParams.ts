/** Values stay strings: `012345678` keeps its zero, and `false` is not a boolean. */
export const parseSearchParams = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function formatSearchParams(search: Record<string, unknown>): string {
	const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
	const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
	return text === '' ? '' : `?${text}`
}
