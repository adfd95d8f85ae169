import { describe, expect, test } from 'vitest'
import { pageLanguage } from './pageLanguage.ts'

describe('[I18N-02] the language a page is served in', () => {
	test.each([
		['zh', 'en-US,en;q=0.9', 'zh'],
		['en', 'zh-CN,zh;q=0.9', 'en'],
		['browser', 'zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
		['browser', 'en-GB,zh;q=0.5', 'en'],
		['browser', 'de-DE,de;q=0.9,zh-TW;q=0.5,en;q=0.3', 'zh'],
		['browser', 'fr', 'en'],
		['browser', '*', 'zh'],
		['browser', undefined, 'zh'],
	] as const)('of a site that is set to %s is for Accept-Language %s: %s', (setting, accepted, expected) => {
		const { ofSite, ofDocument } = pageLanguage(setting, '/Login', accepted)
		expect([ofSite, ofDocument]).toEqual([expected, expected])
	})
})

describe('[LIVE-40] the language of the pages of viewers', () => {
	test.each(['/liveBroadcast', '/liveBroadcast/', '/verify', '/noRoom'])('is that of the browser: %s', path => {
		expect(pageLanguage('zh', path, 'fr-FR,fr')).toEqual({ ofSite: 'zh', ofDocument: 'en' })
		expect(pageLanguage('en', path, 'zh-TW,zh')).toEqual({ ofSite: 'en', ofDocument: 'zh' })
		expect(pageLanguage('en', path, undefined)).toEqual({ ofSite: 'en', ofDocument: 'en' })
	})
})
