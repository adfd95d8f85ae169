import type { Publishing } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import {
	AddressText,
	Banner,
	Button,
	CollapsibleRow,
	CopyButton,
	lazyComponent,
	SecretText,
	Skeleton,
	SkeletonLine,
} from '../../../ui/index.ts'
import { showCopyResult } from '../../meeting/index.ts'
import styles from './RtmpPublishing.module.css'
import { usePublishing } from './usePublishing.ts'

const AlertDialog = lazyComponent(async () => (await import('../../../ui/overlays/Dialog.tsx')).AlertDialog, {
	overlay: true,
})

export interface RtmpPublishingProps {
	meetingId: MeetingId
	open: boolean
	onOpenChange(open: boolean): void
}

/** Broadcasting from OBS and the like: address, secret key, and what to set. */
export function RtmpPublishing({ meetingId, open, onOpenChange }: RtmpPublishingProps) {
	const [isAsking, setAsking] = useState(false)
	const { publishing, error, load, isLoading, rotate, isRotating } = usePublishing(meetingId, () => setAsking(false))
	// biome-ignore lint/correctness/useExhaustiveDependencies: opening it loads it once, and again after a failure
	useEffect(() => {
		if (open && !publishing) void load()
	}, [open])
	return (
		<CollapsibleRow label={m.desk_way_rtmp()} open={open} onOpenChange={onOpenChange}>
			<div className={styles.content}>
				{error && <Banner action={{ label: m.live_retry(), onPress: () => void load() }}>{error}</Banner>}
				{isLoading && !publishing && (
					<Skeleton label={m.live_loading()}>
						<SkeletonLine width={60} />
						<SkeletonLine width={90} />
					</Skeleton>
				)}
				{publishing && <Addresses publishing={publishing} onRotate={() => setAsking(true)} />}
			</div>
			<AlertDialog
				open={isAsking}
				onClose={() => isRotating || setAsking(false)}
				title={m.desk_key_rotate_title()}
				text={m.desk_key_rotate_text()}
				confirm={{
					label: m.desk_key_rotate(),
					destructive: true,
					loading: isRotating && m.desk_working(),
					onConfirm: () => void rotate(),
				}}
				cancel={{ label: m.common_cancel() }}
			/>
		</CollapsibleRow>
	)
}

function Addresses({ publishing: { rtmpUrl, streamKey }, onRotate }: { publishing: Publishing; onRotate(): void }) {
	if (rtmpUrl === undefined) return <p className={styles.text}>{m.desk_rtmp_off()}</p>
	return (
		<>
			<p className={styles.text}>{m.desk_rtmp_text()}</p>
			<dl className={styles.values}>
				<div>
					<dt>{m.desk_rtmp_server()}</dt>
					<dd>
						<span className={styles.address}>
							<AddressText address={rtmpUrl} />
						</span>
						<CopyButton text={rtmpUrl} label={m.desk_rtmp_server_copy()} onCopied={showCopyResult} />
					</dd>
				</div>
				<div>
					<dt>{m.desk_key()}</dt>
					<dd>
						<SecretText
							secret={streamKey}
							className={styles.secret}
							labels={{ hidden: m.desk_key_hidden(), reveal: m.desk_key_show(), copy: m.desk_key_copy() }}
							onCopied={showCopyResult}
						/>
					</dd>
				</div>
			</dl>
			<p className={styles.note}>{m.desk_key_note()}</p>
			<Button onClick={onRotate}>{m.desk_key_rotate()}</Button>
			<h3 className={styles.heading}>{m.desk_rtmp_settings()}</h3>
			<ul className={styles.settings}>
				<li>{m.desk_rtmp_setting_keyFrames()}</li>
				<li>{m.desk_rtmp_setting_codec()}</li>
				<li>{m.desk_rtmp_setting_bits()}</li>
			</ul>
		</>
	)
}
