/**
 * Stands in for the message compiler's run time in the built page (build/messages.ts). Of all it brings, cookies, URL
 * patterns and servers, the page needs this much.
 */
export const experimentalStaticLocale = undefined
export let getLocale = (): string => 'zh'
export function overwriteGetLocale(next: () => string) {
	getLocale = next
}
