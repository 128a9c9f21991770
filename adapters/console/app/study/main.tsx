import { render } from 'preact';
import { leadsToRun, startReplay } from './replay.tsx';
import { type StudyPageData, studyDataId } from './studyData.ts';
import { StudyModel } from './studyModel.ts';
import { StudyPage } from './studyPage.tsx';

/** Shows the study, or the run that the address leads to. */
const start = (): void => {
  const root = document.getElementById('study');
  const text = document.getElementById(studyDataId)?.textContent;
  if (root === null || text === undefined) return;
  const data = JSON.parse(text) as StudyPageData;
  const replay = (): void => {
    render(null, root);
    startReplay(data, root);
  };
  let isReplay = leadsToRun(location.hash);
  // Before the replay page listens: it knows nothing of the study.
  addEventListener('hashchange', (event) => {
    if (isReplay === leadsToRun(location.hash)) return;
    if (isReplay) {
      event.stopImmediatePropagation();
      location.reload();
      return;
    }
    isReplay = true;
    replay();
  });
  if (isReplay) return replay();
  const model = new StudyModel(data);
  render(<StudyPage model={model} />, root);
  model.keepAddress(() => isReplay);
};

start();
