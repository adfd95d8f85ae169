import type { DeskState } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { lazyComponent, toast, useAction } from '../../../ui/index.ts'
import type { PhonePublishing } from '../publishing/usePhonePublishing.ts'
import { controlBroadcast } from '../state/deskActions.ts'
import { hasPicture } from '../state/picture.ts'

const AlertDialog = lazyComponent(async () => (await import('../../../ui/overlays/Dialog.tsx')).AlertDialog, {
	overlay: true,
})

/** The first start of a live. */
export interface GoLive {
	/** Goes live with the incoming video, or with the camera if it is on; asks first if no video exists. */
	press(): void
	isGoing: boolean
	question: React.ReactNode
}

export interface GoLiveContext {
	meetingId: MeetingId
	desk: DeskState
	phone: PhonePublishing
	/** Missing if this phone cannot broadcast. */
	onOpenCamera: (() => void) | undefined
	/** The state has to be requested again. */
	onDone(): Promise<void>
}

/** Going live and sending the camera are one action: viewers have a picture from the first moment (DESK-02, DESK-13). */
export function useGoLive({ meetingId, desk, phone, onOpenCamera, onDone }: GoLiveContext): GoLive {
	const [isAsking, setAsking] = useState(false)
	const [go, isGoing] = useAction(
		async () => {
			const isCamera = phone.stream !== undefined && !hasPicture(desk)
			if (isCamera && !(await phone.send())) return
			const error = await controlBroadcast('start', meetingId)
			if (error) {
				toast.show(error, { tone: 'error' })
				if (isCamera) phone.stopSending()
			}
			// A refusal often means that this view is out of date.
			await onDone()
		},
		() => setAsking(false),
	)

	function openCamera() {
		setAsking(false)
		onOpenCamera?.()
	}

	const goAnyway = { label: m.desk_start_anyway(), loading: isGoing && m.desk_going_live() }
	return {
		press: () => (phone.stream || hasPicture(desk) ? void go() : setAsking(true)),
		isGoing: isGoing && !isAsking,
		question: (
			<AlertDialog
				open={isAsking}
				onClose={() => isGoing || setAsking(false)}
				title={m.desk_no_picture_title()}
				text={onOpenCamera ? m.desk_no_picture_text() : m.desk_no_picture_text_elsewhere()}
				{...(onOpenCamera
					? {
							confirm: { label: m.desk_phone_open(), onConfirm: openCamera },
							other: { ...goAnyway, onPress: () => void go() },
						}
					: { confirm: { ...goAnyway, onConfirm: () => void go() } })}
				cancel={{ label: m.common_cancel() }}
			/>
		),
	}
}
