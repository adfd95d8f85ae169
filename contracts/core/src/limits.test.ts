import { expect, test } from 'vitest'
import { backgroundCount, defaults, delays, limits, versionGates } from './limits.ts'
import { utcOffsetHours } from './time.ts'

test('[CONST-01] rotation, countdown, banner, click lock, redirect', () => {
	expect([delays.backgroundMs, backgroundCount]).toEqual([6_000, 3])
	expect([delays.smsResendMs, delays.bannerMs, delays.clickLockMs]).toEqual([60_000, 2_000, 1_000])
	expect([delays.loginRedirectMs, delays.createToastMs]).toEqual([2_000, 3_000])
})

test('[CONST-02] lengths of typed input', () => {
	expect([limits.userNameMin, limits.userNameMax, limits.userNameKeepsPasswordFrom]).toEqual([2, 20, 4])
	expect([limits.loginPasswordMax, limits.newPasswordMin, limits.newPasswordMax]).toEqual([20, 8, 20])
	expect([limits.mobileMax, limits.smsCodeMax, limits.displayNameMax]).toEqual([20, 6, 50])
	expect([limits.meetingIdMin, limits.meetingIdMax, limits.meetingPasswordMax]).toEqual([9, 12, 20])
})

test('[CONST-03] area code and version gates', () => {
	expect([defaults.areaCode, versionGates.messenger, versionGates.deviceMaker]).toEqual(['86', '6.2.0', '6.2.5'])
})

test('[CONST-04] pages and pulling', () => {
	expect([limits.pageSize, limits.firstPage, limits.pullDistancePx]).toEqual([10, 1, 35])
})

test('lengths of written text', () => {
	expect([limits.topicMax, limits.complaintMax]).toEqual([200, 200])
})

test('[CONST-06] scheduling starts from', () => {
	expect([defaults.durationS, utcOffsetHours(defaults.zone, 0), limits.minuteStep, limits.yearsAhead]).toEqual([
		3_600, 8, 1, 130,
	])
})

test('[CONST-08] delays and timeouts', () => {
	expect([delays.deleteRefreshMs, delays.scrollToTopMs, delays.scrollCheckMs]).toEqual([1_000, 400, 1_000])
	expect([delays.requestMs, delays.reloadAtMostEveryMs]).toEqual([10_000, 10_000])
})
