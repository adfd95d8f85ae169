import { Window as PageWindow } from 'happy-dom'
import { expect, test, vi } from 'vitest'
import { defaultSettings } from '../settings.ts'
import { getUserAgent, overrideNavigator, setSafeAreaProperties } from './browserOverrides.ts'

const openPage = () => new PageWindow() as unknown as Window & typeof globalThis

test.each([
	['ios', /iPhone/],
	['android', /Android/],
	['mac', /Macintosh/],
] as const)('[OP-072] on %s the page is told the system and the app', (platform, system) => {
	const userAgent = getUserAgent({ platform, version: '6.10.0' })
	expect(userAgent).toMatch(system)
	expect(userAgent).toMatch(/ ParleyApp\/6\.10\.0$/)
})

test('[BRG-01] the browser in the frame says what the phone says', () => {
	const page = openPage()
	overrideNavigator(page, { ...defaultSettings, version: '6.2.0', locale: 'zh-CN' })
	expect(page.navigator.userAgent).toContain('ParleyApp/6.2.0')
	expect(page.navigator.language).toBe('zh-CN')
	expect(page.navigator.languages).toEqual(['zh-CN'])
})

test('[BRG-01] a browser language that was not chosen stays the real one', () => {
	const page = openPage()
	const real = page.navigator.language
	overrideNavigator(page, defaultSettings)
	expect(page.navigator.language).toBe(real)
})

test('[BRG-01] the page hears how much of the screen the status bar covers', () => {
	const page = openPage()
	setSafeAreaProperties(page)
	expect(page.document.documentElement.style.getPropertyValue('--safe-top')).toBe('44px')
})

test('[BRG-01] what stands under a bar of the phone has only the bottom to keep clear', () => {
	const page = openPage()
	setSafeAreaProperties(page, { top: 0, bottom: 20 })
	const { style } = page.document.documentElement
	expect([style.getPropertyValue('--safe-top'), style.getPropertyValue('--safe-bottom')]).toEqual(['0px', '20px'])
})

test('[BRG-01] a document that has no root yet is told when it has', async () => {
	const page = openPage()
	const root = page.document.documentElement
	root.remove()
	setSafeAreaProperties(page)
	page.document.append(root)
	await vi.waitFor(() => expect(root.style.getPropertyValue('--safe-top')).toBe('44px'), 15_000)
})
