import { useState } from 'react'
import { DateWheels, DurationWheels, TimeWheels } from '../dates/DateTimeWheels.tsx'
import { Wheel, WheelGroup } from '../wheels/Wheel.tsx'
import { Case, Part } from './Case.tsx'

const every = [
	{ value: 'day', text: '每天' },
	{ value: 'week', text: '每周' },
	{ value: 'month', text: '每月' },
	{ value: 'free', text: '无固定时间' },
] as const

export function Wheels() {
	const [day, setDay] = useState({ year: 2026, month: 11, day: 23 })
	const [time, setTime] = useState({ hour: 9, minute: 30 })
	const [minutes, setMinutes] = useState(90)
	const [rhythm, setRhythm] = useState<(typeof every)[number]['value']>('week')
	return (
		<Part title="wheels">
			<Case title="DateWheels">
				<DateWheels
					value={day}
					min={{ year: 2026, month: 11, day: 21 }}
					max={{ year: 2156, month: 12, day: 31 }}
					onValueChange={setDay}
					lastYear={2036}
					labels={{
						group: '日期',
						year: '年',
						month: '月',
						day: '日',
						yearText: year => `${year}年`,
						monthOption: month => `${month}月`,
						dayText: chosen => `${chosen.day}日 周三`,
					}}
				/>
			</Case>
			<Case title="TimeWheels">
				<TimeWheels
					value={time}
					minuteStep={5}
					onValueChange={setTime}
					labels={{
						group: 'Start',
						hour: 'Hour',
						minute: 'Minute',
					}}
				/>
			</Case>
			<Case title="DurationWheels">
				<DurationWheels
					minutes={minutes}
					onMinutesChange={setMinutes}
					minuteStep={5}
					minMinutes={5}
					labels={{
						group: '时长',
						hours: '小时',
						minutes: '分钟',
						hoursText: hours => `${hours} 小时`,
						minutesText: rest => `${rest} 分钟`,
					}}
				/>
			</Case>
			<Case title="Wheel">
				<WheelGroup label="重复">
					<Wheel label="重复" options={every} value={rhythm} onValueChange={setRhythm} />
				</WheelGroup>
			</Case>
		</Part>
	)
}
