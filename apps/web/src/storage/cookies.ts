export interface CookieJar {
	write(name: string, value: string, days: number): void
	remove(name: string): void
}

const secondsPerDay = 86_400

/** @param write assigns a line to `document.cookie` */
export function createCookieJar(write: (line: string) => void, secure: boolean): CookieJar {
	const writeCookie = (name: string, value: string, seconds: number) =>
		write(`${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; SameSite=Lax${secure ? '; Secure' : ''}`)
	return {
		write: (name, value, days) => writeCookie(name, value, days * secondsPerDay),
		remove: name => writeCookie(name, '', 0),
	}
}
