import { Flashlight, FlashlightOff, Image, Keyboard } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import type { DeviceError } from '../../../media/index.ts'
import { NoCameraIllustration } from '../../../ui/art/illustrations.tsx'
import { Banner, Button, EmptyState, Spinner } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import type { MeetingLink } from '../links/meetingLink.ts'
import styles from './ScannerSheet.module.css'
import { useScanner } from './useScanner.ts'

export interface ScannerSheetProps {
	open: boolean
	onClose(): void
	onFound(link: MeetingLink): void
	/** Types the id instead. */
	onType(): void
}

/** Scans the code of a meeting with the camera, or reads it from a picture. */
export function ScannerSheet({ open, onClose, onFound, onType }: ScannerSheetProps) {
	return (
		<Sheet
			open={open}
			onOpenChange={next => next || onClose()}
			title={m.scan_title()}
			closeLabel={m.common_close()}
			full
		>
			<CameraView onFound={onFound} onType={onType} />
		</Sheet>
	)
}

const cameraErrors: Record<DeviceError, { title: () => string; text: () => string; canRetry: boolean }> = {
	denied: { title: m.scan_denied_title, text: m.scan_denied_text, canRetry: true },
	missing: { title: m.scan_missing_title, text: m.scan_missing_text, canRetry: false },
	busy: { title: m.scan_busy_title, text: m.scan_busy_text, canRetry: true },
	insecure: { title: m.scan_insecure_title, text: m.scan_insecure_text, canRetry: false },
	failed: { title: m.scan_failed_title, text: m.scan_failed_text, canRetry: true },
}

/** Mounted only while the sheet is open, so that the camera is off otherwise. */
function CameraView({ onFound, onType }: Pick<ScannerSheetProps, 'onFound' | 'onType'>) {
	const video = useRef<HTMLVideoElement>(null)
	const { state, isPictureWithoutCode, retry, switchTorch, readPicture } = useScanner(video, onFound)
	const alternatives = (
		<>
			<PictureButton onPicture={file => void readPicture(file)} />
			<Button icon={<Keyboard />} onClick={onType}>
				{m.scan_type()}
			</Button>
		</>
	)

	if (state.status === 'unavailable') {
		const { title, text, canRetry } = cameraErrors[state.error]
		return (
			<div className={styles.blind}>
				<EmptyState
					picture={<NoCameraIllustration />}
					title={title()}
					text={text()}
					action={
						<>
							{canRetry && (
								<Button kind="primary" onClick={retry}>
									{m.scan_again()}
								</Button>
							)}
							{alternatives}
						</>
					}
				/>
				<Banner tone="warn">{isPictureWithoutCode && m.scan_none()}</Banner>
			</div>
		)
	}

	const isScanning = state.status === 'scanning'
	return (
		<div className={styles.finder}>
			<div className={styles.view}>
				<video ref={video} className={styles.video} muted playsInline autoPlay aria-label={m.scan_aim()} />
				<div className={styles.frame} aria-hidden />
				{!isScanning && (
					<span className={styles.starting}>
						<Spinner label={m.scan_starting()} />
					</span>
				)}
				{isScanning && state.torch !== 'none' && (
					<button
						type="button"
						className={styles.torch}
						data-on={state.torch === 'on' || undefined}
						aria-label={state.torch === 'on' ? m.scan_torch_off() : m.scan_torch_on()}
						onClick={() => void switchTorch(state.torch === 'off')}
					>
						{state.torch === 'on' ? <FlashlightOff /> : <Flashlight />}
					</button>
				)}
			</div>
			<p className={styles.aim} role="status">
				{isPictureWithoutCode ? m.scan_none() : isScanning && state.hasOtherCode ? m.scan_other() : m.scan_aim()}
			</p>
			<div className={styles.others}>{alternatives}</div>
		</div>
	)
}

function PictureButton({ onPicture }: { onPicture(file: Blob): void }) {
	const input = useRef<HTMLInputElement>(null)
	function choose(event: ChangeEvent<HTMLInputElement>) {
		const [file] = event.target.files ?? []
		// Allows choosing the same picture again.
		event.target.value = ''
		if (file) onPicture(file)
	}
	return (
		<>
			<input ref={input} type="file" accept="image/*" hidden onChange={choose} aria-label={m.scan_picture()} />
			<Button icon={<Image />} onClick={() => input.current?.click()}>
				{m.scan_picture()}
			</Button>
		</>
	)
}
