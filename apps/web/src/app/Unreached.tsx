import { site as calls } from '@parley/api'
import { useEffect } from 'react'
import { callApi } from '../api/index.ts'
import { m } from '../locales/index.ts'
import { storage } from '../storage/index.ts'
import { heal } from './heal.ts'

const key = 'healedAt'

/** A screen the network did not bring: says so, and brings it once there is one again. */
export function Unreached() {
	useEffect(healHere, [])
	return <h1>{m.net_offline()}</h1>
}

const healHere = () =>
	heal({
		knock: async signal => (await callApi(calls.serverTime, {}, { quiet: true, handles401: true, signal })).ok,
		isHidden: () => document.hidden,
		onOnline(act) {
			window.addEventListener('online', act)
			return () => window.removeEventListener('online', act)
		},
		every(ms, act) {
			const timer = setInterval(act, ms)
			return () => clearInterval(timer)
		},
		healedAt: () => storage.tabNumber(key),
		now: Date.now,
		reload() {
			storage.keepTabNumber(key, Date.now())
			window.location.reload()
		},
	})
