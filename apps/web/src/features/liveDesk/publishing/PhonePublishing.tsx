import type { BroadcastStatus } from '@parley/core'
import { Mic, MicOff, SwitchCamera } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import type { DeviceError, LivePublishState } from '../../../media/index.ts'
import { Banner, Button, CollapsibleRow, IconButton } from '../../../ui/index.ts'
import styles from './PhonePublishing.module.css'
import { isSending, type PhonePublishing as PhoneCamera } from './usePhonePublishing.ts'

export interface PhonePublishingProps {
	phone: PhoneCamera
	/** Before the live was started, going live sends the picture; during a pause viewers don't see it. */
	status: BroadcastStatus
	open: boolean
	onOpenChange(open: boolean): void
}

/** This many bytes waiting to be sent are seconds of video: the network is too slow. */
const slowBytes = 1_000_000

const deviceTexts: Record<DeviceError, () => string> = {
	denied: () => m.desk_phone_denied(),
	missing: () => m.desk_phone_missing(),
	busy: () => m.desk_phone_busy(),
	insecure: () => m.desk_phone_insecure(),
	failed: () => m.desk_phone_failed(),
}

type OverReason = Extract<LivePublishState, { phase: 'over' }>['reason']
const overTexts: Record<OverReason, (() => string) | undefined> = {
	stopped: undefined,
	unsupported: () => m.desk_phone_unsupported(),
	container: () => m.desk_phone_unsupported(),
	codec: () => m.desk_phone_unsupported(),
	key: () => m.desk_phone_replaced(),
	replaced: () => m.desk_phone_replaced(),
	busy: () => m.desk_phone_taken(),
	ended: () => m.desk_phone_ended(),
	unknown: () => m.desk_phone_ended(),
	noData: () => m.desk_phone_lost(),
	corrupt: () => m.desk_phone_lost(),
	disconnected: () => m.desk_phone_lost(),
	unavailable: () => m.desk_phone_lost(),
	'input.invalid': () => m.desk_phone_lost(),
}

function stateText(state: LivePublishState, isPaused: boolean): string | undefined {
	if (state.phase === 'over') return overTexts[state.reason]?.()
	if (state.phase === 'publishing') {
		if (isPaused) return m.desk_phone_paused()
		return state.unsentBytes > slowBytes ? m.desk_phone_slow() : m.desk_phone_sending()
	}
	return state.phase === 'connecting' ? m.desk_phone_connecting() : m.desk_phone_reconnecting()
}

/** Broadcasting with the camera and microphone of this phone. */
export function PhonePublishing({ phone, status, open, onOpenChange }: PhonePublishingProps) {
	const { stream, sending, error } = phone
	const isStarted = status !== 'notStarted'
	const isOn = isSending(sending)
	const hasCamera = stream !== undefined
	const content = useRef<HTMLDivElement>(null)
	const isTold = hasCamera || error !== undefined
	useEffect(() => {
		// On a phone it opens below the visible part of the page.
		if (isTold) content.current?.scrollIntoView({ block: 'nearest' })
	}, [isTold])
	const state = sending && stateText(sending, status === 'suspended')
	return (
		<CollapsibleRow
			label={m.desk_way_phone()}
			open={open || hasCamera}
			onOpenChange={next => hasCamera || onOpenChange(next)}
		>
			<div ref={content} className={styles.content}>
				<p className={styles.text}>{m.desk_phone_text()}</p>
				{!phone.isSupported && <Banner tone="warn">{m.desk_phone_unsupported()}</Banner>}
				{error && <Banner>{'device' in error ? deviceTexts[error.device]() : error.refused}</Banner>}
				{stream && (
					<div className={styles.preview}>
						<video
							ref={video => {
								if (video && video.srcObject !== stream) video.srcObject = stream
							}}
							className={phone.side === 'user' ? styles.mirrored : undefined}
							aria-label={m.desk_phone_preview()}
							autoPlay
							muted
							playsInline
						/>
						<div className={styles.tools}>
							<IconButton
								kind="filled"
								label={m.desk_phone_switch()}
								icon={<SwitchCamera />}
								disabled={phone.isBusy}
								onClick={phone.switchCamera}
							/>
							<IconButton
								kind="filled"
								label={m.desk_phone_mute()}
								pressed={phone.isMuted}
								icon={phone.isMuted ? <MicOff /> : <Mic />}
								onClick={phone.toggleMuted}
							/>
						</div>
					</div>
				)}
				<p role="status" className={styles.state}>
					{state}
				</p>
				{!stream && phone.isSupported && (
					<Button block loading={phone.isBusy && m.desk_working()} onClick={phone.open}>
						{m.desk_phone_open()}
					</Button>
				)}
				{stream && !isOn && (
					<p className={styles.hint}>{isStarted ? m.desk_phone_unseen() : m.desk_phone_is_preview()}</p>
				)}
				{stream && (
					<div className={styles.choices}>
						{!isOn && isStarted && (
							<Button kind="primary" loading={phone.isBusy && m.desk_working()} onClick={() => void phone.send()}>
								{m.desk_phone_send()}
							</Button>
						)}
						<Button onClick={phone.close}>{isOn ? m.desk_phone_stop() : m.desk_phone_close()}</Button>
					</div>
				)}
			</div>
		</CollapsibleRow>
	)
}
