import { pageHandlers, readPayload } from '@parley/bridge'
import { expect, test } from 'vitest'
import { defaultSettings, readSettings, settingsQuery, startPath, versionInfoOf } from './settings.ts'

test('[BRG-03] what the phone says of itself keeps to the contract', () => {
	const settings = { ...defaultSettings, version: '6.10.0', hasNewVersion: true, language: 'en' as const }
	const info = versionInfoOf(settings)
	expect(readPayload(pageHandlers.updateVersionInfo, info)).toEqual({ ok: true, value: info })
	expect(info).toEqual({
		versionName: '6.10.0',
		versionCode: '61000',
		hasNewVersion: true,
		appleSupport: true,
		wechatInstall: true,
		language: 'en',
	})
})

test.each([
	['android', 'object'],
	['mac', 'callbacks'],
	['ios', 'callbacks'],
] as const)('[BRG-01] choosing %s chooses how its bridge comes', (platform, boot) => {
	expect(readSettings({ platform }, { ...defaultSettings, platform: 'mac', boot: 'callbacks' }).boot).toBe(boot)
})

test('[BRG-01] a way of coming chosen together with the platform counts', () => {
	expect(readSettings({ platform: 'android', boot: 'object' }, defaultSettings).boot).toBe('object')
	expect(readSettings({ platform: 'mac', boot: 'object' }, defaultSettings).boot).toBe('object')
})

test('[BRG-01] nonsense keeps what was chosen before', () => {
	const written = {
		platform: 'toaster',
		answers: 'maybe',
		latencyMs: 'soon',
		url: 'https://elsewhere.example/',
		language: '',
	}
	expect(readSettings(written, defaultSettings)).toEqual(defaultSettings)
	expect(readSettings({ latencyMs: '-1' }, defaultSettings).latencyMs).toBe(0)
	expect(readSettings({ latencyMs: '99999999' }, defaultSettings).latencyMs).toBe(10_000)
})

test('[BRG-01] settings survive as an address', () => {
	const chosen = {
		version: '6.2.0',
		platform: 'android',
		answers: 'twice',
		camera: 'false',
		url: '/?meetingId=312846905&pwd=1',
	}
	const settings = readSettings(chosen, defaultSettings)
	expect(readSettings(Object.fromEntries(new URLSearchParams(settingsQuery(settings))), defaultSettings)).toEqual(
		settings,
	)
	expect(settingsQuery(defaultSettings)).toBe('')
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
	expect(startPath(typed, 'http://meet.test')).toBe(expected)
})
