import { Camera, CameraOff, Mic, PhoneOff, Plus, Settings, Share2 } from 'lucide-react'
import { Button, buttonClass, CopyButton, IconButton } from '../index.ts'
import { Case, Part } from './Case.tsx'
import styles from './Gallery.module.css'

const nothing = () => {}

export function Actions() {
	return (
		<Part title="actions">
			<Case title="Button, large">
				<Button kind="primary" size="large" block>
					加入会议
				</Button>
				<Button kind="secondary" size="large" block icon={<Plus />}>
					预约会议
				</Button>
				<Button kind="destructive" size="large" block>
					结束会议
				</Button>
				<Button kind="quiet" size="large" block>
					公开会议
				</Button>
			</Case>
			<Case title="Button, medium" row>
				<Button kind="primary">加入</Button>
				<Button kind="secondary">编辑</Button>
				<Button kind="destructive">删除</Button>
				<Button kind="quiet">更多</Button>
				<a className={buttonClass({ kind: 'secondary' })} href="#actions">
					链接
				</a>
			</Case>
			<Case title="Working and disabled" row>
				<Button kind="primary" loading="正在登录">
					登录
				</Button>
				<Button kind="secondary" loading="正在保存">
					保存
				</Button>
				<Button kind="primary" disabled>
					加入
				</Button>
				<Button kind="quiet" disabled>
					更多
				</Button>
			</Case>
			<Case title="English, two lines instead of a smaller type">
				<Button kind="primary" size="large" block>
					Join the meeting and let everybody know that you are on your way
				</Button>
			</Case>
			<Case title="On a picture">
				<div className={styles.picture}>
					<Button kind="picture" size="large" block>
						加入会议
					</Button>
					<Button kind="glass" size="large" block>
						登录 / 注册
					</Button>
					<Button kind="bare" block>
						公开会议
					</Button>
					<div className={styles.row}>
						<IconButton kind="picture" big label="麦克风" icon={<Mic />} pressed={false} onClick={nothing} />
						<IconButton kind="picture" big label="摄像头" icon={<CameraOff />} pressed onClick={nothing} />
						<IconButton kind="destructive" big label="离开" icon={<PhoneOff />} />
					</div>
				</div>
			</Case>
			<Case title="IconButton, CopyButton" row>
				<IconButton label="设置" icon={<Settings />} />
				<IconButton label="分享" kind="filled" icon={<Share2 />} />
				<IconButton label="摄像头" kind="filled" icon={<Camera />} pressed />
				<IconButton label="摄像头" kind="filled" icon={<CameraOff />} disabled />
				<IconButton label="结束" kind="destructive" icon={<PhoneOff />} />
				<CopyButton label="复制" text="842391556" />
			</Case>
		</Part>
	)
}
