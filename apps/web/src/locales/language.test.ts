// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { languageFrom, languageOf } from './language.ts'

beforeEach(() => {
	localStorage.clear()
	vi.resetModules()
})

test('[I18N-01] [OP-127] zh and en are read from any spelling, other languages are not ours', () => {
	expect(['zh', 'zh-CN', 'ZH-Hans', 'en-US', 'en'].map(languageOf)).toEqual(['zh', 'zh', 'zh', 'en', 'en'])
	expect(['fr', '', 'enough', null, undefined].map(languageOf)).toEqual(Array(5).fill(undefined))
})

test('[I18N-02] [OP-128] what was chosen comes before the shell, the shell before Chinese', () => {
	expect(languageFrom('en', 'zh')).toBe('en')
	expect(languageFrom(undefined, 'en-US')).toBe('en')
	expect(languageFrom(undefined, undefined)).toBe('zh')
	expect(languageFrom('klingon', 'fr')).toBe('zh')
})

test('[STORE-04] [I18N-01] a chosen language is spoken at once, kept, and told to the page', async () => {
	const { chooseLanguage, language, m } = await import('./index.ts')
	expect([language(), document.documentElement.lang, m.landing_join()]).toEqual(['zh', 'zh-CN', '加入会议'])
	chooseLanguage('en')
	expect([language(), document.documentElement.lang, m.landing_join()]).toEqual(['en', 'en', 'Join a meeting'])
	expect(localStorage.getItem('locale')).toBe('en')

	vi.resetModules()
	const again = await import('./index.ts')
	expect(again.language()).toBe('en')
})

test('[I18N-03] the shell’s language is spoken and not kept, until somebody chooses', async () => {
	const { chooseLanguage, language, suggestLanguage } = await import('./index.ts')
	suggestLanguage('en-GB')
	expect([language(), localStorage.getItem('locale')]).toEqual(['en', null])
	chooseLanguage('zh')
	suggestLanguage('en')
	expect(language()).toBe('zh')
})

test('[HTTP-08] what is said where no answer comes does not say that this device is offline', async () => {
	const { m } = await import('./index.ts')
	expect(m.net_offline({}, { locale: 'zh' })).toMatch(/连不上服务器.*网络/)
	expect(m.net_offline({}, { locale: 'en' })).not.toMatch(/offline/i)
})
