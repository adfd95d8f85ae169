import { Flashlight, FlashlightOff, Image, Keyboard } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import type { DeviceError } from '../../../media/index.ts'
import { NoCamera } from '../../../ui/drawings.ts'
import { Banner, Button, EmptyState, Spinner } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/sheet.ts'
import type { MeetingLink } from '../links/meetingLink.ts'
import styles from './ScannerSheet.module.css'
import { useScanner } from './useScanner.ts'

export interface ScannerSheetProps {
	open: boolean
	onClose(): void
	onFound(link: MeetingLink): void
	/** Rather types the id. */
	onType(): void
}

/** Scans a meeting's code with the camera of a plain browser, or reads it from a picture. */
export function ScannerSheet({ open, onClose, onFound, onType }: ScannerSheetProps) {
	return (
		<Sheet
			open={open}
			onOpenChange={next => next || onClose()}
			title={m.entry_scan_title()}
			closeLabel={m.common_close()}
			full
		>
			<CameraView onFound={onFound} onType={onType} />
		</Sheet>
	)
}

const cameraErrors: Record<DeviceError, { title: () => string; text: () => string; mayTryAgain: boolean }> = {
	denied: { title: m.entry_scan_denied_title, text: m.entry_scan_denied_text, mayTryAgain: true },
	missing: { title: m.entry_scan_missing_title, text: m.entry_scan_missing_text, mayTryAgain: false },
	busy: { title: m.entry_scan_busy_title, text: m.entry_scan_busy_text, mayTryAgain: true },
	insecure: { title: m.entry_scan_insecure_title, text: m.entry_scan_insecure_text, mayTryAgain: false },
	failed: { title: m.entry_scan_failed_title, text: m.entry_scan_failed_text, mayTryAgain: true },
}

/** Stands only while the sheet is open, so the camera is on no longer. */
function CameraView({ onFound, onType }: Pick<ScannerSheetProps, 'onFound' | 'onType'>) {
	const video = useRef<HTMLVideoElement>(null)
	const { scan, picture, again, turnTorch, readPicture } = useScanner(video, onFound)
	const others = (
		<>
			<PictureButton onPicture={file => void readPicture(file)} />
			<Button icon={<Keyboard />} onClick={onType}>
				{m.entry_scan_type()}
			</Button>
		</>
	)

	if (scan.at === 'blind') {
		const { title, text, mayTryAgain } = cameraErrors[scan.why]
		return (
			<div className={styles.blind}>
				<EmptyState
					picture={<NoCamera />}
					title={title()}
					text={text()}
					action={
						<>
							{mayTryAgain && (
								<Button kind="primary" onClick={again}>
									{m.entry_scan_again()}
								</Button>
							)}
							{others}
						</>
					}
				/>
				<Banner tone="warn">{picture && m.entry_scan_none()}</Banner>
			</div>
		)
	}

	const isLooking = scan.at === 'looking'
	return (
		<div className={styles.finder}>
			<div className={styles.view}>
				<video ref={video} className={styles.video} muted playsInline autoPlay aria-label={m.entry_scan_aim()} />
				<div className={styles.frame} aria-hidden />
				{!isLooking && (
					<span className={styles.starting}>
						<Spinner label={m.entry_scan_starting()} />
					</span>
				)}
				{isLooking && scan.torch !== 'none' && (
					<button
						type="button"
						className={styles.torch}
						data-on={scan.torch === 'on' || undefined}
						aria-label={scan.torch === 'on' ? m.entry_scan_torch_off() : m.entry_scan_torch_on()}
						onClick={() => void turnTorch(scan.torch === 'off')}
					>
						{scan.torch === 'on' ? <FlashlightOff /> : <Flashlight />}
					</button>
				)}
			</div>
			<p className={styles.aim} role="status">
				{picture ? m.entry_scan_none() : isLooking && scan.says ? m.entry_scan_other() : m.entry_scan_aim()}
			</p>
			<div className={styles.others}>{others}</div>
		</div>
	)
}

function PictureButton({ onPicture }: { onPicture(file: Blob): void }) {
	const input = useRef<HTMLInputElement>(null)
	function choose(event: ChangeEvent<HTMLInputElement>) {
		const [file] = event.target.files ?? []
		// The same picture may be chosen once more.
		event.target.value = ''
		if (file) onPicture(file)
	}
	return (
		<>
			<input ref={input} type="file" accept="image/*" hidden onChange={choose} aria-label={m.entry_scan_picture()} />
			<Button icon={<Image />} onClick={() => input.current?.click()}>
				{m.entry_scan_picture()}
			</Button>
		</>
	)
}
