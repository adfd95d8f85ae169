import { expect, test } from 'vitest'
import { setSite } from '../../testing/aSite.ts'
import { getAvailableProviders, type ProviderEnvironment, providerName } from './provider.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ParleyApp/6.2.5'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) ParleyApp/6.2.5'
const android = 'Mozilla/5.0 (Linux; Android 14) ParleyApp/6.2.5'

const version = { versionName: '6.2.5', wechatInstall: true, appleSupport: true }
const site = { messengerLogin: true, deviceMakerLogin: true }
const at = (part: Partial<ProviderEnvironment> = {}) =>
	getAvailableProviders({ version, site, userAgent: iphone, ...part })
const of = (versionName: string) => at({ version: { ...version, versionName } })

test('[SOC-01] both are available where app, site and device support them', () => {
	expect(at()).toEqual(['messenger', 'deviceMaker'])
})

test('[SOC-02] the messenger from 6.2.0 on, compared as numbers', () => {
	expect(['6.1.9', '6.2.0', '6.10.0', '10.0'].map(name => of(name).includes('messenger'))).toEqual([
		false,
		true,
		true,
		true,
	])
})

test('[SOC-03] the device maker from 6.2.5 on, compared as numbers', () => {
	expect(['6.2.4', '6.2.5', '6.10.0'].map(name => of(name).includes('deviceMaker'))).toEqual([false, true, true])
})

test('[SOC-04] [SOC-05] each only where the site allows it', () => {
	expect(at({ site: { ...site, messengerLogin: false } })).toEqual(['deviceMaker'])
	expect(at({ site: { ...site, deviceMakerLogin: false } })).toEqual(['messenger'])
	expect(at({ site: undefined })).toEqual([])
})

test('[SOC-06] each only where the device supports it, and none without a shell', () => {
	expect(at({ version: { ...version, wechatInstall: false } })).toEqual(['deviceMaker'])
	expect(at({ version: { ...version, appleSupport: false } })).toEqual(['messenger'])
	expect(at({ version: undefined })).toEqual([])
})

test('[SOC-07] the device maker only on its own devices', () => {
	const shown = [iphone, mac, android].map(userAgent => at({ userAgent }).includes('deviceMaker'))
	expect(shown).toEqual([true, true, false])
})

test('an account goes by the name of the site, else by the one people know', () => {
	setSite({})
	expect([providerName('messenger'), providerName('deviceMaker')]).toEqual(['微信', 'Apple 账号'])
	setSite({ messengerName: '企业微信', deviceMakerName: '华为账号' })
	expect([providerName('messenger'), providerName('deviceMaker')]).toEqual(['企业微信', '华为账号'])
	setSite(undefined)
})
