import { directory as calls } from '@parley/api'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { toast } from '../../../ui/index.ts'
import type { ChosenHost } from '../draft/draft.ts'
import { toHostCheck } from './hostSearch.ts'

/** One of those found; on an OA site whether they are there is asked before it counts (HOST-03, HOST-04). */
export function useHostSelection(isOa: boolean, first: ChosenHost | undefined) {
	const [chosen, setChosen] = useState(first)
	const [isChecking, setChecking] = useState(false)
	const asking = useRef<AbortController>(undefined)
	useEffect(() => () => asking.current?.abort(), [])

	async function choose(host: ChosenHost) {
		asking.current?.abort()
		setChecking(false)
		setChosen(host)
		if (!isOa || host.name === undefined) return
		asking.current = new AbortController()
		setChecking(true)
		const { signal } = asking.current
		const verdict = toHostCheck(await callApi(calls.hosts, { name: host.name }, { quiet: true, signal }))
		if (signal.aborted || !verdict) return
		setChecking(false)
		if (verdict === 'there') return
		setChosen(undefined)
		toast.show(verdict === 'unknown' ? m['Meeting.tips27']() : m.scheduling_hosts_unchecked(), { tone: 'error' })
	}

	return { chosen, isChecking, choose }
}
