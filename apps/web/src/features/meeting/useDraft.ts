import { valibotResolver } from '@hookform/resolvers/valibot'
import type { SiteManage } from '@parley/api'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { storage } from '../../storage/index.ts'
import { serverNow } from '../site/index.ts'
import { type Draft, draftRules, keptDraft, newDraft } from './draft.ts'
import { newHostPassword, randomBelow } from './hostPassword.ts'

const draftKey = 'meetingDraft'

/** The form of a meeting being written. It outlives a reload, not the screen (CREATE-02). */
export function useDraft(site: SiteManage | undefined) {
	const [kept] = useState(() => keptDraft(storage.tabText(draftKey)))
	const [fresh] = useState(() => newDraft(serverNow(), newHostPassword(randomBelow), site))
	const form = useForm<Draft>({ defaultValues: kept ?? fresh, resolver: valibotResolver(draftRules) })
	const { subscribe, getFieldState, setValue } = form

	useEffect(() => {
		const stop = subscribe({
			formState: { values: true },
			callback: ({ values }) => storage.keepTabText(draftKey, JSON.stringify(values)),
		})
		return () => {
			stop()
			storage.keepTabText(draftKey, undefined)
		}
	}, [subscribe])

	// The defaults of the site may come after the form stands; what somebody has touched stays theirs.
	useEffect(() => {
		if (!site || kept) return
		const { durationS, isPrivate } = newDraft(serverNow(), '', site)
		if (!getFieldState('durationS').isDirty) setValue('durationS', durationS)
		if (!getFieldState('isPrivate').isDirty) setValue('isPrivate', isPrivate)
	}, [site, kept, getFieldState, setValue])

	return form
}
