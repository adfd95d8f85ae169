import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { canInstall, installPackages } from './debian.mjs'
import { environment, root, run, step, tools, UserError, which } from './process.mjs'

/** Headless engine, installed beside another one: the windows around it take half of the CPU time of a test. */
const shell = 'chromium-headless-shell'
const names = [
	shell,
	'chromium',
	'chromium-browser',
	'google-chrome-stable',
	'google-chrome',
	'chrome',
	'microsoft-edge',
]
const usualPaths = [
	'/usr/bin/chromium',
	'/usr/bin/google-chrome',
	'/opt/google/chrome/chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The path of a Chromium that starts: PARLEY_BROWSER, Debian's headless shell, one that is installed, Debian's package, or
 * Playwright's download.
 * @param {string} node
 * @returns {Promise<string>}
 */
export async function ensureBrowser(node) {
	const configured = process.env.PARLEY_BROWSER
	if (configured) {
		if (await isWorkingBrowser(configured)) return configured
		throw new UserError(`PARLEY_BROWSER=${configured}: it does not start a browser.`)
	}
	const problems = []
	if (canInstall() && which(shell) === undefined) await tryToInstall(shell, problems)
	const found = await findBrowser()
	if (found) return found

	if (canInstall()) await tryToInstall('chromium', problems)
	const installed = await findBrowser()
	if (installed) return installed
	const { output } = await step('downloading a browser', () =>
		run(node, [tools.playwright, 'install', 'chromium'], { env: environment() }),
	)
	const downloaded = playwrightBrowserPath()
	if (await isWorkingBrowser(downloaded)) return downloaded
	problems.push(output.trim().split('\n').slice(-5).join('\n'))

	throw new UserError(
		`The tests need Chromium or Chrome, and none could be installed.\n${problems.join('\n')}\n\n` +
			`Install one (Debian and Ubuntu: apt install chromium; Fedora: dnf install chromium; macOS: brew install --cask chromium)\n` +
			`or set the path of yours: PARLEY_BROWSER=/path/to/chrome npm test`,
	)
}

async function tryToInstall(name, problems) {
	const problem = await step(`installing ${name}`, () => installPackages(name))
	if (problem) problems.push(problem)
}

async function findBrowser() {
	for (const path of [...names.map(which), ...usualPaths, playwrightBrowserPath()]) {
		if (await isWorkingBrowser(path)) return path
	}
	return undefined
}

/** Starts it, because the file alone proves nothing: Ubuntu's `chromium-browser` may be a script that asks for a snap. */
async function isWorkingBrowser(path) {
	if (!path || !existsSync(path)) return false
	const { code, output } = await run(path, ['--version'], { timeout: 20_000 }).catch(() => ({ code: 1, output: '' }))
	return code === 0 && /Chrom|Edge/.test(output)
}

function playwrightBrowserPath() {
	const requireFromE2e = createRequire(join(root, 'e2e/package.json'))
	return requireFromE2e('@playwright/test').chromium.executablePath()
}

/** Without a Chinese font the tests pass, but screenshots show boxes instead of text. */
export async function ensureChineseFonts() {
	const found = await run('fc-list', [':lang=zh']).catch(() => undefined)
	if (found === undefined || found.output.trim() !== '') return
	if (!canInstall())
		return console.error('• no Chinese font is installed (fonts-noto-cjk): screenshots will show boxes')
	const problem = await step('installing a Chinese font', () => installPackages('fonts-noto-cjk'))
	if (problem) console.error(problem)
}
