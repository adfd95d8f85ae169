export interface CookieJar {
	write(name: string, value: string, days: number): void
	remove(name: string): void
}

const secondsPerDay = 86_400

/** Cookies of this site. `write` is given one line for `document.cookie`. */
export function createCookieJar(write: (line: string) => void, secure: boolean): CookieJar {
	const put = (name: string, value: string, seconds: number) =>
		write(`${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; SameSite=Lax${secure ? '; Secure' : ''}`)
	return {
		write: (name, value, days) => put(name, value, days * secondsPerDay),
		remove: name => put(name, '', 0),
	}
}
