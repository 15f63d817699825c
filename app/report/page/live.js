// A page that a server delivers asks it for newer data every few seconds, and draws what has changed.

/** Calls `take` with data that are newer than those of the page, as they come. Says in `state` how the connection is. */
function followRun(data, state, take) {
  let tag = `"${data.state}"`;
  const ask = async () => {
    try {
      const answer = await fetch('data.json', {cache: 'no-store', headers: {'If-None-Match': tag}});
      if (answer.status === 200) {
        take(clean(await answer.json()));
        tag = answer.headers.get('ETag');
      } else if (answer.status !== 304) {
        throw new Error(answer.status);
      }
      state.textContent = 'Live';
    } catch (error) {
      state.textContent = 'The server does not answer';
    }
    setTimeout(ask, 1000 * data.live);
  };
  ask();
}
