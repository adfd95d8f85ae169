import { pageHandlers, parsePayload } from '@parley/bridge'
import { expect, test } from 'vitest'
import { defaultSettings, formatSettingsQuery, getVersionInfo, parseSettings, parseStartPath } from './settings.ts'

test('[BRG-03] what the phone says of itself keeps to the contract', () => {
	const settings = { ...defaultSettings, version: '6.10.0', hasNewVersion: true, language: 'en' as const }
	const info = getVersionInfo(settings)
	expect(parsePayload(pageHandlers.updateVersionInfo, info)).toEqual({ ok: true, value: info })
	expect(info).toEqual({
		versionName: '6.10.0',
		versionCode: '61000',
		hasNewVersion: true,
		appleSupport: true,
		wechatInstall: true,
		screenShare: true,
		language: 'en',
	})
})

test.each([
	['android', 'object'],
	['mac', 'callbacks'],
	['ios', 'callbacks'],
] as const)('[BRG-01] choosing %s chooses how its bridge comes', (platform, boot) => {
	expect(parseSettings({ platform }, { ...defaultSettings, platform: 'mac', boot: 'callbacks' }).boot).toBe(boot)
})

test('[BRG-01] a way of coming chosen together with the platform counts', () => {
	expect(parseSettings({ platform: 'android', boot: 'object' }, defaultSettings).boot).toBe('object')
	expect(parseSettings({ platform: 'mac', boot: 'object' }, defaultSettings).boot).toBe('object')
})

test('[BRG-01] nonsense keeps what was chosen before', () => {
	const written = {
		platform: 'toaster',
		answers: 'maybe',
		latencyMs: 'soon',
		url: 'https://elsewhere.example/',
		language: '',
	}
	expect(parseSettings(written, defaultSettings)).toEqual(defaultSettings)
	expect(parseSettings({ latencyMs: '-1' }, defaultSettings).latencyMs).toBe(0)
	expect(parseSettings({ latencyMs: '99999999' }, defaultSettings).latencyMs).toBe(10_000)
})

test('[BRG-01] settings survive as an address', () => {
	const chosen = {
		version: '6.2.0',
		platform: 'android',
		answers: 'twice',
		camera: 'false',
		url: '/?meetingId=312846905&pwd=1',
	}
	const settings = parseSettings(chosen, defaultSettings)
	expect(
		parseSettings(Object.fromEntries(new URLSearchParams(formatSettingsQuery(settings))), defaultSettings),
	).toEqual(settings)
	expect(formatSettingsQuery(defaultSettings)).toBe('')
})

test.each([
	['/?meetingId=312846905&pwd=12', '/?meetingId=312846905&pwd=12'],
	['MeetingList', '/MeetingList'],
	['http://meet.test/detail/1#x', '/detail/1#x'],
	['http://elsewhere.test/', undefined],
	['//elsewhere.test/', undefined],
	['javascript:alert(1)', undefined],
	['data:text/html,x', undefined],
])('[BRG-01] of %j the phone opens %j', (typed, expected) => {
	expect(parseStartPath(typed, 'http://meet.test')).toBe(expected)
})
