import { existsSync } from 'node:fs'
import { canInstall, installPackages } from './debian.mjs'
import { step, which } from './process.mjs'

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
/** WebKit has no H.264 and AAC decoders of its own. */
const decoders = '/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstlibav.so'
const localeSources = '/usr/share/i18n/locales'

/** The engines besides Chromium: their requirements, as environment variable and path, and Debian's packages. */
const engines = [
	{
		name: 'Firefox',
		packages: ['firefox-esr'],
		paths: () => ({ PARLEY_FIREFOX: process.env.PARLEY_FIREFOX ?? which('firefox-esr') ?? which('firefox') }),
	},
	{
		name: 'WebKit',
		packages: ['webkit2gtk-driver', 'gstreamer1.0-libav', 'xvfb', 'locales'],
		paths: () => ({
			PARLEY_WEBKIT_DRIVER: which('WebKitWebDriver'),
			PARLEY_WEBKIT_BROWSER: existsSync(miniBrowser) && existsSync(decoders) ? miniBrowser : undefined,
			PARLEY_XVFB: which('Xvfb'),
			PARLEY_LOCALES: existsSync(localeSources) ? localeSources : undefined,
		}),
	},
]

/**
 * Provides Firefox and WebKit for the journeys that run in every engine, installed if that needs no confirmation.
 * @returns {Promise<{ env: Record<string, string>, missing: string[] }>} environment for the journeys, and engines that
 * cannot be tested
 */
export async function ensureEngines() {
	const env = {}
	const missing = []
	for (const { name, packages, paths } of engines) {
		let problem = `install ${packages.join(' and ')}`
		if (!isComplete(paths()) && canInstall()) {
			problem = (await step(`installing ${name}`, () => installPackages(...packages))) ?? problem
		}
		const found = paths()
		if (isComplete(found)) Object.assign(env, found)
		else missing.push(`${name}: ${problem}`)
	}
	return { env, missing }
}

const isComplete = paths => Object.values(paths).every(path => path !== undefined)
