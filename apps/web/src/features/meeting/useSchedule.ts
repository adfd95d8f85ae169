import { meeting as calls, type SiteManage, site as siteCalls } from '@parley/api'
import { waits } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { track } from '../../analytics/index.ts'
import { ask } from '../../api/index.ts'
import { toast } from '../../ui/index.ts'
import { serverNow } from '../site/index.ts'
import { createWords } from './createWords.ts'
import { createSaying, type Draft, meetingOf, settledStart } from './draft.ts'

/** What scheduling starts from on this site; without an answer the form has defaults of its own. */
export function useSiteManage(): SiteManage | undefined {
	const [site, setSite] = useState<SiteManage>()
	useEffect(() => {
		const abort = new AbortController()
		void ask(siteCalls.manage, {}, { quiet: true, own401: true, signal: abort.signal }).then(answer => {
			if (answer.ok) setSite(answer.value)
		})
		return () => abort.abort()
	}, [])
	return site
}

export interface ScheduleHandlers {
	onScheduled(meetingId: string): void
	onLogin(): void
}

/** Sends a draft, once at a time (CREATE-03), and says what came of it. */
export function useSchedule(form: UseFormReturn<Draft>, { onScheduled, onLogin }: ScheduleHandlers) {
	const [isSending, setSending] = useState(false)
	const isUnderWay = useRef(false)

	async function send(draft: Draft) {
		if (isUnderWay.current) return
		isUnderWay.current = true
		setSending(true)
		const start = settledStart(draft.start, serverNow())
		if (start !== draft.start) form.setValue('start', start)
		const answer = await ask(calls.create, meetingOf({ ...draft, start }), { own401: true, quiet: true })
		isUnderWay.current = false
		setSending(false)
		if (answer.ok) {
			track({ event: 'create', meetingId: answer.value.meetingId })
			return onScheduled(answer.value.meetingId)
		}

		const saying = createSaying(answer.failure)
		if (saying.at === 'login') return onLogin()
		if (saying.at === 'field') return form.setError(saying.field, { message: saying.fault }, { shouldFocus: true })
		toast.show(createWords[saying.says](), { tone: 'error', durationMs: waits.createToastMs })
	}

	return { isSending, send }
}
