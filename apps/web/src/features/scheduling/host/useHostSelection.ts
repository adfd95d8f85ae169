import { directory as calls } from '@parley/api'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { toast } from '../../../ui/index.ts'
import type { DraftHost } from '../draft/draftFields.ts'
import { toHostCheck } from './useHostSearch.ts'

/** The host selected in the results; on an OA site the server confirms that they exist first (HOST-03, HOST-04). */
export function useHostSelection(isOa: boolean, initial: DraftHost | undefined) {
	const [selected, setSelected] = useState(initial)
	const [isChecking, setIsChecking] = useState(false)
	const check = useRef<AbortController>(undefined)
	useEffect(() => () => check.current?.abort(), [])

	async function select(host: DraftHost) {
		check.current?.abort()
		setIsChecking(false)
		setSelected(host)
		if (!isOa || host.name === undefined) return
		check.current = new AbortController()
		setIsChecking(true)
		const { signal } = check.current
		const result = toHostCheck(await callApi(calls.hosts, { name: host.name }, { quiet: true, signal }))
		if (signal.aborted) return
		setIsChecking(false)
		if (result === 'exists') return
		setSelected(undefined)
		toast.show(result === 'missing' ? m['Meeting.tips27']() : m.scheduling_hosts_unchecked(), { tone: 'error' })
	}

	return { selected, isChecking, select }
}
