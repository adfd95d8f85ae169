// @vitest-environment happy-dom

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales, localeTags, parseLocale } from '@parley/core'
import { beforeEach, expect, test, vi } from 'vitest'
import { resolveLocale } from './index.ts'

beforeEach(() => {
	localStorage.clear()
	vi.resetModules()
})

test('[I18N-01] [OP-127] zh and en are parsed from any spelling, other languages are not supported', () => {
	expect(['zh', 'zh-CN', 'ZH-Hans', 'zh_CN'].map(parseLocale)).toEqual(Array(4).fill('zh'))
	expect(['en', 'en-US', 'en_GB'].map(parseLocale)).toEqual(Array(3).fill('en'))
	expect(['tlh', '', 'enough', null, undefined].map(parseLocale)).toEqual(Array(5).fill(undefined))
})

test('[I18N-02] [OP-128] [LIVE-40] the chosen language wins over those of a viewer, the shell and the site, in this order', () => {
	expect(resolveLocale({ chosen: 'en', viewer: 'zh', shell: 'zh', site: 'zh' })).toBe('en')
	expect(resolveLocale({ chosen: undefined, viewer: 'en', shell: 'zh', site: 'zh' })).toBe('en')
	expect(resolveLocale({ chosen: undefined, shell: 'en-US', site: 'zh' })).toBe('en')
	expect(resolveLocale({ chosen: undefined, site: 'en' })).toBe('en')
	expect(resolveLocale({ chosen: undefined })).toBe('zh')
	expect(resolveLocale({ chosen: 'klingon', shell: 'tlh', site: 'no' })).toBe('zh')
})

test('[I18N-02] the language of the site is that of the document, until another one is chosen', async () => {
	document.documentElement.dataset.language = 'en'
	const { chooseLanguage, language, suggestLanguage } = await import('./index.ts')
	expect([language(), document.documentElement.lang]).toEqual(['en', 'en'])
	suggestLanguage('zh-CN')
	expect(language()).toBe('zh')
	chooseLanguage('en')
	expect(language()).toBe('en')
	delete document.documentElement.dataset.language
})

test('[LIVE-40] a page of viewers has the language of the browser from its first moment on, if none was chosen', async () => {
	vi.spyOn(navigator, 'language', 'get').mockReturnValue('fr-FR')
	window.history.replaceState(null, '', '/liveBroadcast?roomId=1')
	const fresh = await import('./index.ts')
	expect([fresh.language(), document.documentElement.lang]).toEqual(['en', 'en'])
	fresh.followBrowserLanguage()()
	expect(fresh.language()).toBe('zh')

	vi.resetModules()
	localStorage.setItem('locale', 'zh')
	expect((await import('./index.ts')).language()).toBe('zh')
	window.history.replaceState(null, '', '/')
	vi.restoreAllMocks()
})

test('[I18N-14] the installed app has the language of the page at that moment', async () => {
	document.head.innerHTML = '<link rel="manifest" href="/manifest.zh.webmanifest">'
	const manifest = () => document.querySelector('link[rel=manifest]')?.getAttribute('href')
	const { chooseLanguage } = await import('./index.ts')
	chooseLanguage('en')
	expect(manifest()).toBe('/manifest.en.webmanifest')
	chooseLanguage('zh')
	expect(manifest()).toBe('/manifest.zh.webmanifest')
})

test.each(locales)('[I18N-14] the manifest in %s names the app as the pages do', async locale => {
	const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../public', name), 'utf8'))
	const { name, short_name, lang, ...rest } = read(`manifest.${locale}.webmanifest`)
	const { chooseLanguage, m } = await import('./index.ts')
	chooseLanguage(locale)
	expect([name, short_name, lang]).toEqual([expect.stringContaining(m.app_name()), m.app_name(), localeTags[locale]])
	// Both are the same app.
	expect(read('manifest.zh.webmanifest')).toMatchObject(rest)
})

test('[STORE-04] [I18N-01] a chosen language is used at once, stored, and set on the document', async () => {
	const { chooseLanguage, language, m } = await import('./index.ts')
	expect([language(), document.documentElement.lang, m.joining_title()]).toEqual(['zh', 'zh-CN', '加入会议'])
	chooseLanguage('en')
	expect([language(), document.documentElement.lang, m.joining_title()]).toEqual(['en', 'en', 'Join a meeting'])
	expect(localStorage.getItem('locale')).toBe('en')

	vi.resetModules()
	const again = await import('./index.ts')
	expect(again.language()).toBe('en')
})

test('[STORE-03] [I18N-02] a chosen language is in a cookie, for pages the server writes; one chosen before there was a cookie, too', async () => {
	// biome-ignore lint/suspicious/noDocumentCookie: as pages set it
	document.cookie = 'locale=; max-age=0; path=/'
	const { chooseLanguage } = await import('./index.ts')
	expect(document.cookie).not.toContain('locale')
	chooseLanguage('en')
	expect(document.cookie).toContain('locale=en')
	// biome-ignore lint/suspicious/noDocumentCookie: as pages set it
	document.cookie = 'locale=; max-age=0; path=/'
	vi.resetModules()
	await import('./index.ts')
	expect(document.cookie).toContain('locale=en')
})

test('[I18N-03] the shell’s language is used and not stored, until one is chosen', async () => {
	const { chooseLanguage, language, suggestLanguage } = await import('./index.ts')
	suggestLanguage('en-GB')
	expect([language(), localStorage.getItem('locale')]).toEqual(['en', null])
	chooseLanguage('zh')
	suggestLanguage('en')
	expect(language()).toBe('zh')
})

test('[HTTP-08] the message for an unreachable server does not say that this device is offline', async () => {
	const { m } = await import('./index.ts')
	expect(m.net_offline({}, { locale: 'zh' })).toMatch(/连不上服务器.*网络/)
	expect(m.net_offline({}, { locale: 'en' })).not.toMatch(/offline/i)
})
