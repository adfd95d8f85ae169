import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { canInstall, installPackages } from './debian.mjs'
import { environment, root, run, Stop, step, tools, which } from './process.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
const usualPlaces = [
	'/usr/bin/chromium',
	'/usr/bin/google-chrome',
	'/opt/google/chrome/chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The path of a Chromium that starts: the one that is named, one that is there, Debian's, or Playwright's own.
 * @param {string} node
 * @returns {Promise<string>}
 */
export async function ensureBrowser(node) {
	const named = process.env.PARLEY_BROWSER
	if (named) {
		if (await starts(named)) return named
		throw new Stop(`PARLEY_BROWSER=${named}: no browser starts there.`)
	}
	const present = await findBrowser()
	if (present) return present

	const refusals = []
	if (canInstall()) {
		const refusal = await step('installing chromium', () => installPackages('chromium'))
		if (refusal) refusals.push(refusal)
		const installed = await findBrowser()
		if (installed) return installed
	}
	const { output } = await step('downloading a browser', () =>
		run(node, [tools.playwright, 'install', 'chromium'], { env: environment() }),
	)
	const downloaded = playwrightsOwn()
	if (await starts(downloaded)) return downloaded
	refusals.push(output.trim().split('\n').slice(-5).join('\n'))

	throw new Stop(
		`The tests need a Chromium or Chrome and could not get one.\n${refusals.join('\n')}\n\n` +
			`Install one (Debian and Ubuntu: apt install chromium; Fedora: dnf install chromium; macOS: brew install --cask chromium)\n` +
			`or name the one you have: PARLEY_BROWSER=/path/to/chrome npm test`,
	)
}

async function findBrowser() {
	for (const path of [...names.map(which), ...usualPlaces, playwrightsOwn()]) {
		if (await starts(path)) return path
	}
	return undefined
}

/** A file is not enough: Ubuntu's `chromium-browser` may be a note that a snap is missing. */
async function starts(path) {
	if (!path || !existsSync(path)) return false
	const { code, output } = await run(path, ['--version'], { timeout: 20_000 }).catch(() => ({ code: 1, output: '' }))
	return code === 0 && /Chrom|Edge/.test(output)
}

function playwrightsOwn() {
	const fromJourneys = createRequire(join(root, 'e2e/package.json'))
	return fromJourneys('@playwright/test').chromium.executablePath()
}

/** Chinese pages need Chinese letters; without them the tests pass but the pictures show boxes. */
export async function ensureChineseFonts() {
	const found = await run('fc-list', [':lang=zh']).catch(() => undefined)
	if (found === undefined || found.output.trim() !== '') return
	if (!canInstall())
		return console.error('• no Chinese font is installed (fonts-noto-cjk): screenshots will show boxes')
	const refusal = await step('installing a Chinese font', () => installPackages('fonts-noto-cjk'))
	if (refusal) console.error(refusal)
}
