import type { Browser } from 'puppeteer-core'

/** Running browsers by engine and language; each window gets its own context in one of them. */
const running = new Map<string, Promise<Browser>>()

/** Returns the running browser of a name; launches it if it is missing or has ended. */
export async function sharedBrowser(name: string, launch: () => Promise<Browser>): Promise<Browser> {
	const found = await running.get(name)
	if (found?.connected) return found
	const launched = launch()
	running.set(name, launched)
	launched.catch(() => running.delete(name))
	return await launched
}

/** Ends the browsers that windows shared. */
export async function closeBrowsers(): Promise<void> {
	const browsers = [...running.values()]
	running.clear()
	await Promise.all(browsers.map(async browser => (await browser).close()))
}
