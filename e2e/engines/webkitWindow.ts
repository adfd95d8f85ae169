import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Locale } from '@parley/core'
import { Builder, By, until, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../apps/server/src/platform/testing/freePort.ts'
import { browserLanguages, EngineStuckError, type EngineWindow, phone, visibleWithinMs } from './engineWindow.ts'

export interface WebKitPaths {
	/** WebKitWebDriver. */
	driver: string
	/** MiniBrowser. */
	browser: string
	/** Xvfb: the browser has no headless mode. */
	screen: string
	/** Debian's folder of locale sources; without it the browser speaks English. */
	locales: string | undefined
}

const startedWithinMs = 20_000
/** Timeout of a single command; waiting consists of many. */
const answersWithinMs = 40_000

/** WebKitGTK over WebDriver, on its own virtual screen. In Debian it has no WebRTC, and its minimum width is about 450 px. */
export async function openWebKit(paths: WebKitPaths, locale: Locale, url: string): Promise<EngineWindow> {
	const port = await freePort()
	const language = await languageOf(locale, paths.locales)
	const screen = spawn(paths.screen, ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
		stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
	})
	let driver: ChildProcess | undefined
	const stop = () => {
		if (driver?.pid) stopGroup(driver.pid)
		screen.kill()
		language.remove()
	}
	try {
		const display = await readDisplay(screen)
		driver = spawn(paths.driver, [`--port=${port}`, '--host=127.0.0.1'], {
			stdio: 'ignore',
			// In its own process group, with the browser it starts: a stuck one does not end by itself.
			detached: true,
			env: {
				...process.env,
				...language.env,
				DISPLAY: display,
				// Its sandbox does not start as root, nor its rendering without a graphics card.
				WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
				WEBKIT_DISABLE_DMABUF_RENDERER: '1',
				LIBGL_ALWAYS_SOFTWARE: '1',
			},
		})
		await waitUntilListening(port)
		const browser = await new Builder()
			.usingServer(`http://127.0.0.1:${port}`)
			.withCapabilities({
				browserName: 'MiniBrowser',
				'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation'] },
			})
			.build()
		limitAnswers(browser)
		await browser
			.manage()
			.window()
			.setRect({ ...phone, x: 0, y: 0 })
		await browser.get(url)
		await browser.executeScript('localStorage.setItem("locale", arguments[0])', locale)
		return windowOf(browser, stop)
	} catch (error) {
		stop()
		throw error
	}
}

function windowOf(browser: WebDriver, stop: () => void): EngineWindow {
	const visible = async (xpath: string) => {
		const element = await browser.wait(until.elementLocated(By.xpath(xpath)), visibleWithinMs, `no ${xpath}`)
		return await browser.wait(until.elementIsVisible(element), visibleWithinMs, `not visible: ${xpath}`)
	}
	return {
		engine: 'webkit',
		goto: url => browser.get(url),
		click: retryWhenStale(async (xpath: string) => await (await visible(xpath)).click()),
		fill: retryWhenStale(async (xpath: string, text: string) => {
			const input = await visible(xpath)
			await input.clear()
			await input.sendKeys(text)
			const typed = await input.getProperty('value')
			if (typed !== text && String(typed).toLowerCase() === text.toLowerCase())
				await browser.executeScript(replaceValue, input, text)
		}),
		see: retryWhenStale(async (xpath: string) => void (await visible(xpath))),
		path: async () => new URL(await browser.getCurrentUrl()).pathname,
		evaluate: run => browser.executeScript(`return (${run.toString()})()`),
		async screenshot(path) {
			// Without changes on the page, the engine produces no frame for a screenshot.
			await browser.executeScript(keepMoving)
			await writeFile(path, Buffer.from(await browser.takeScreenshot(), 'base64'))
		},
		async close() {
			await Promise.race([browser.quit().catch(() => {}), delay(quitWithinMs)])
			stop()
		},
	}
}

const quitWithinMs = 5_000

/**
 * WebKitGTK can deadlock in a seek before the first picture: its main thread waits for the decoder, and the decoder for more
 * media from the main thread. Commands are then never answered.
 */
function limitAnswers(browser: WebDriver) {
	const execute = browser.execute.bind(browser)
	browser.execute = async command => {
		const over = new AbortController()
		const limit = delay(answersWithinMs, undefined, { signal: over.signal }).then(() => {
			throw new EngineStuckError('WebKitGTK no longer responds')
		})
		try {
			return await Promise.race([execute(command), limit])
		} finally {
			over.abort()
			limit.catch(() => {})
		}
	}
}

function stopGroup(pid: number) {
	try {
		process.kill(-pid, 'SIGKILL')
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
	}
}

/** Runs in the page. With a custom language the driver may lose the shift key, and type lower case. */
const replaceValue = `const [input, text] = arguments
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value').set.call(input, text)
	input.dispatchEvent(new Event('input', { bubbles: true }))`

/** Runs in the page. */
const keepMoving = `const until = Date.now() + 20000
	;(function tick() {
		document.documentElement.style.outlineWidth = (Date.now() % 2) + 'px'
		if (Date.now() < until) requestAnimationFrame(tick)
	})()`

/** React may replace an element between finding and using it. */
function retryWhenStale<A extends unknown[]>(act: (...given: A) => Promise<void>) {
	return async (...given: A) => {
		for (let attempt = 1; ; attempt++) {
			try {
				return await act(...given)
			} catch (error) {
				if (attempt === 8 || !/stale|not interactable|intercepted/i.test(String(error))) throw error
				await delay(300)
			}
		}
	}
}

/** The engine asks the C library for its language, which knows only locales that were compiled. */
async function languageOf(locale: Locale, sources: string | undefined) {
	if (sources === undefined) return { env: {}, remove() {} }
	const name = browserLanguages[locale].replace('-', '_')
	const folder = await mkdtemp(join(tmpdir(), 'parley-locale-'))
	// Its warnings about characters without a width are not errors.
	spawnSync('localedef', ['-c', '-i', name, '-f', 'UTF-8', join(folder, `${name}.UTF-8`)], { stdio: 'ignore' })
	return {
		env: { LOCPATH: folder, LANG: `${name}.UTF-8` },
		remove: () => rmSync(folder, { recursive: true, force: true }),
	}
}

/** Reads the display number chosen by Xvfb, as `:N`. */
function readDisplay(screen: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = ''
		screen.once('error', reject)
		screen.once('exit', code => reject(new Error(`Xvfb ended with ${code}`)))
		screen.stdio[3]?.on('data', (data: Buffer) => {
			text += data.toString()
			if (text.includes('\n')) resolve(`:${text.trim()}`)
		})
	})
}

async function waitUntilListening(port: number) {
	const giveUpAt = Date.now() + startedWithinMs
	while (
		!(await fetch(`http://127.0.0.1:${port}/status`).then(
			({ ok }) => ok,
			() => false,
		))
	) {
		if (Date.now() > giveUpAt) throw new Error('WebKitWebDriver was not ready in time')
		await delay(100)
	}
}
