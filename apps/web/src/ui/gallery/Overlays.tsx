import { MessageCircle, QrCode, Radio, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { TimeWheels } from '../dates/DateTimeWheels.tsx'
import { Button, PasswordField, toast } from '../index.ts'
import { ActionSheet } from '../overlays/ActionSheet.tsx'
import { AlertDialog, Dialog } from '../overlays/Dialog.tsx'
import { Sheet } from '../overlays/Sheet.tsx'
import { Case, Part } from './Case.tsx'

type Overlay = 'dialog' | 'delete' | 'notice' | 'sheet' | 'actions'

export function Overlays() {
	const [open, setOpen] = useState<Overlay>()
	const [time, setTime] = useState({ hour: 9, minute: 30 })
	const close = () => setOpen(undefined)
	const getOpenProps = (overlay: Overlay) => ({ open: open === overlay, onOpenChange: close })
	return (
		<Part title="overlays">
			<Case title="Dialog, AlertDialog, Sheet, ActionSheet" row>
				<Button onClick={() => setOpen('dialog')}>Dialog</Button>
				<Button onClick={() => setOpen('delete')}>AlertDialog</Button>
				<Button onClick={() => setOpen('notice')}>AlertDialog, one answer</Button>
				<Button onClick={() => setOpen('sheet')}>Sheet</Button>
				<Button onClick={() => setOpen('actions')}>ActionSheet</Button>
			</Case>
			<Dialog
				{...getOpenProps('dialog')}
				title="输入会议密码"
				text="“产品周会”需要密码才能加入。"
				cancel={{ label: '取消', onPress: close }}
				confirm={{ label: '加入', onPress: close }}
			>
				<PasswordField label="会议密码" showLabel="显示密码" />
			</Dialog>
			<AlertDialog
				open={open === 'delete'}
				onClose={close}
				title="删除这场会议？"
				text="所有参会人都会收到通知，删除后不能恢复。"
				cancel={{ label: '取消' }}
				confirm={{ label: '删除', destructive: true, onConfirm: close }}
			/>
			<AlertDialog
				open={open === 'notice'}
				onClose={close}
				title="会议已结束"
				text="主持人结束了会议。"
				confirm={{ label: '知道了', onConfirm: close }}
			/>
			<Sheet
				{...getOpenProps('sheet')}
				title="开始时间"
				closeLabel="关闭"
				actions={
					<Button kind="primary" size="large" onClick={close}>
						确定
					</Button>
				}
			>
				<TimeWheels
					value={time}
					minuteStep={5}
					onValueChange={setTime}
					labels={{
						group: '时间',
						hour: '时',
						minute: '分',
					}}
				/>
			</Sheet>
			<ShareSheet {...getOpenProps('actions')} />
		</Part>
	)
}

function ShareSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
	return (
		<ActionSheet
			open={open}
			onOpenChange={onOpenChange}
			title="分享会议"
			closeLabel="关闭"
			actions={[
				{
					label: '发送邀请',
					note: '主题、时间与会议号',
					icon: <MessageCircle />,
					onPress: () => toast.show('已发送'),
				},
				{ label: '二维码', icon: <QrCode />, onPress: () => {} },
				{ label: '分享直播', icon: <Radio />, disabled: true, onPress: () => {} },
				{ label: '取消会议', icon: <Trash2 />, destructive: true, onPress: () => {} },
			]}
		/>
	)
}
