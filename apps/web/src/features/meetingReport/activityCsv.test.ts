import type { ActivityEntry } from '@parley/api'
import { roomActivityActions } from '@parley/core'
import { expect, test } from 'vitest'
import { activityCsv } from './activityCsv.ts'

const at = Date.parse('2026-11-21T10:24:05+08:00')
const rowsOf = (entries: ActivityEntry[], zone = 'Asia/Shanghai') => activityCsv(entries, zone).trim().split('\r\n')

test('[ROOM-167] the file begins with a byte order mark and names the zone of its times', () => {
	const csv = activityCsv([{ at, action: 'joined', actor: { name: '李雷', isGuest: false } }], 'Europe/Berlin')
	expect(csv.charCodeAt(0)).toBe(0xfeff)
	const [head, row] = csv.split('\r\n')
	expect(head).toContain('"时间（Europe/Berlin）"')
	expect(row).toBe('"2026-11-21 03:24:05","UTC+01:00","加入","李雷","已登录","","",""')
})

test('[ROOM-167] each time has its distance from UTC, which daylight saving changes', () => {
	const offsets = (zone: string) =>
		['2026-01-15T12:00Z', '2026-07-15T12:00Z'].map(
			time => rowsOf([{ at: Date.parse(time), action: 'joined' }], zone)[1]?.split(',')[1],
		)
	expect(offsets('America/St_Johns')).toEqual(['"UTC-03:30"', '"UTC-02:30"'])
	expect(offsets('UTC')).toEqual(['"UTC+00:00"', '"UTC+00:00"'])
})

test('[ROOM-167] guests, who may take any name, are marked', () => {
	const [, row] = rowsOf([
		{ at, action: 'admitted', actor: { name: '韩梅', isGuest: false }, target: { name: '韩梅', isGuest: true } },
	])
	expect(row).toBe('"2026-11-21 10:24:05","UTC+08:00","准入","韩梅","已登录","韩梅","访客",""')
})

test.each(['=1+1', '+86', '-1', '@SUM(A1)', ' =1', '\t=1', '＝1+1'])('[ROOM-167] %j is no formula', name => {
	const [, row] = rowsOf([{ at, action: 'renamed', actor: { name, isGuest: true }, detail: name }])
	expect(row?.split(',')[3]).toBe(`"'${name}"`)
	expect(row?.endsWith(`"'${name}"`)).toBe(true)
})

test('[ROOM-174] a person whose account is deleted has no name', () => {
	const [, row] = rowsOf([{ at, action: 'joined', actor: { name: '', isGuest: false } }])
	expect(row).toBe('"2026-11-21 10:24:05","UTC+08:00","加入","已删除的账号","已登录","","",""')
})

test('[ROOM-167] quotes, commas and line breaks stay in their cell', () => {
	const [, row] = rowsOf([{ at, action: 'denied', actor: { name: 'A,"B"', isGuest: true }, detail: '下周\n再来' }])
	expect(row).toBe('"2026-11-21 10:24:05","UTC+08:00","拒绝","A,""B""","访客","","","下周\n再来"')
})

test('[ROOM-167] reasons, devices and permissions are words, and what a newer server sends is kept', () => {
	const detail = (action: string, detail: string) => rowsOf([{ at, action, detail }])[1]?.split(',').at(-1)
	expect(detail('left', 'lost')).toBe('"连接中断"')
	expect(detail('muted', 'camera')).toBe('"摄像头"')
	expect(detail('forbidden', 'share')).toBe('"共享屏幕"')
	expect(detail('ended', 'ended-by-host')).toBe('"由主持人结束"')
	expect(detail('renamed', 'lost')).toBe('"lost"')
	expect(rowsOf([{ at, action: 'teleported', detail: 'x' }])[1]).toContain('"teleported"')
})

test('[ROOM-167] every action has words of its own', () => {
	const texts = rowsOf(roomActivityActions.map(action => ({ at, action })))
		.slice(1)
		.map(row => row.split(',')[2])
	expect(new Set(texts).size).toBe(roomActivityActions.length)
})
