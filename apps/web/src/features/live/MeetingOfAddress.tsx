import { MeetingId } from '@parley/core'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { m } from '../../locales/index.ts'
import { NoLive } from './NoLive.tsx'

export interface MeetingOfAddressProps {
	/** From the address: it may be anything. */
	roomId: string | undefined
	onBack(): void
	/** Content for a meeting that may exist. */
	children(meetingId: MeetingId): ReactNode
}

/** A screen for viewers; an address without a meeting has no live to show. */
export function MeetingOfAddress({ roomId, onBack, children }: MeetingOfAddressProps) {
	const id = v.safeParse(MeetingId, roomId)
	if (id.success) return children(id.output)
	return <NoLive title={m.live_missing_title()} text={m.live_missing_text()} onBack={onBack} />
}
